// Package fiber has a framework that gives parameters as they were sent.
package fiber

import (
	"net/url"

	"github.com/gofiber/fiber/v2"
)

func app() *fiber.App {
	a := fiber.New()
	a.Get("/:name", name)
	return a
}

func name(c *fiber.Ctx) error {
	s, err := url.PathUnescape(c.Params("name"))
	if err != nil {
		return err
	}
	return c.SendString(s)
}

// a handler of mux without its router: nobody knows how that is set.
