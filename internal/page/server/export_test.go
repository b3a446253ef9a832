package server

import (
	"testing"
	"time"
)

const Connections = connections

// What would be answered only because of these is not answered in a test.
func init() { headerTimeout, bodyTimeout = time.Hour, time.Hour }

// Patient lets connections of a test take as long as they want for their header.
func Patient(t *testing.T) {
	grace := pendingGrace
	t.Cleanup(func() { pendingGrace = grace })
	pendingGrace = time.Hour
}
