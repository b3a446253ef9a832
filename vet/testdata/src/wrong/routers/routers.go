// Package routers has a framework that is told to decode.
package routers

import (
	"net/url"

	"github.com/gofiber/fiber/v2"
)

func app() *fiber.App {
	a := fiber.New(fiber.Config{UnescapePath: true})
	a.Get("/:name", name)
	return a
}

func name(c *fiber.Ctx) error {
	s, err := url.PathUnescape(c.Params("name")) // want `decoded-twice`
	if err != nil {
		return err
	}
	return c.SendString(s)
}

func query(c *fiber.Ctx) error {
	s, err := url.QueryUnescape(c.Query("q")) // want `decoded-twice`
	if err != nil {
		return err
	}
	return c.SendString(s)
}
