// Package records runs an operation over the input of a command: arguments, lines or
// fields of tables. A Job holds what to read, what to do and what to report; package
// bulk does the work.
package records
