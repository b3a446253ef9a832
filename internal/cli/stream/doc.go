// Package stream handles the input and output of the command: files, separators,
// compression, output files that get their name when they are complete, locks, the
// checkpoints from which a run resumes, and progress.
package stream
