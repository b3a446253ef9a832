// Package text holds what the packages of inspect know about the text around
// percent-encoding: letters and digits of ASCII, schemes, the names of characters and
// the character references of HTML.
package text
