// Package records runs a command on values: arguments, lines or fields of tables. A Job is
// three values: In is what it reads, Do what it does with each value, and Tell what it
// tells about that. Job.Run shows the way of a value: it opens the inputs and the output,
// lets package bulk apply the action to each record, and closes the output. Afterwards the
// command calls the methods of Tell.
package records
