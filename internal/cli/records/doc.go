// Package records runs an operation over what the command reads: over arguments, lines
// and fields of tables. A Job says what is read, what is done and what is told; package
// bulk does the work.
package records
