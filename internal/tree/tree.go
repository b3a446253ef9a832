// Package tree holds tests of the source tree as a whole: who imports whom,
// that every exported name and every package has a comment, that the paths in
// ARCHITECTURE.md exist, that no file holds a path of somebody's machine. It exports nothing.
package tree
