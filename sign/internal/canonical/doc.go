// Package canonical has what services share that sign a request by a canonical form of it:
// hashed, as Signature Version 4 of AWS does, or line by line with the name of a resource,
// as its Version 2 did. A scheme is a row of either.
package canonical
