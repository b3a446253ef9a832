// Package stream is where the command reads from and writes to: files, separators,
// compression, files that get their name when they are whole, the locks on them, the
// checkpoints from which a command goes on, and the progress that it shows.
package stream
