// Package conform tests encoders, decoders and parsers in any language against the
// specification that they should follow.
//
//	d, err := dialect.Lookup("oauth1")
//	suite, err := conform.New(conform.Encode, d, conform.Options{Units: dialect.UnitsText})
//	report, err := suite.Run(ctx, conform.Func(myEncoder))
//	report.OK()                       // false
//	report.Shortest.Input             // "!"
//	report.Mistakes[0].ID             // "reserved-unescaped"
//	report.Speech.Dialects[0].ID      // "js.encodeURIComponent"
//
// New makes the tests. The tests of a dialect try every choice of its rule, and
// distinguish it from every other rule of the catalogue. Suite.Run tests a function
// or another Asker; Suite.Judge checks answers that were collected elsewhere. To test
// a program, use the command percent conform.
//
// The API of this package may still change.
package conform
