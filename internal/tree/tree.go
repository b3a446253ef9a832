// Package tree holds tests of the source tree as a whole: who imports whom,
// that every exported name has a comment, that ARCHITECTURE.md names every
// folder, that no file holds a path of somebody's machine. It exports nothing.
package tree
