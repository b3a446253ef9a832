// Package text reads encoded text for the packages of inspect: its units and
// characters, their classes and names, what it is and what its parts are.
package text
