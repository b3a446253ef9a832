package routers

import (
	"net/url"

	"github.com/gin-gonic/gin"
	"github.com/gofiber/fiber/v2"
	"github.com/labstack/echo/v4"
)

func ginSetup() {
	r := gin.Default()
	r.GET("/u/:id", ginParam)
	r.GET("/q", ginQuery, ginForm, rightGin)
	r.Run()
}

func ginParam(c *gin.Context) {
	id, _ := url.PathUnescape(c.Param("id")) // want `decoded-twice`
	c.JSON(200, gin.H{"id": id})
}

func ginQuery(c *gin.Context) {
	q := c.DefaultQuery("q", "x")
	if d, err := url.QueryUnescape(q); err == nil { // want `decoded-twice`
		q = d
	}
	c.JSON(200, gin.H{"q": q})
}

func ginForm(c *gin.Context) {
	d, _ := url.QueryUnescape(c.PostForm("d")) // want `decoded-twice`
	c.String(200, d)
}

func ginCookie(c *gin.Context) {
	v, _ := c.Cookie("lang")
	v, _ = url.QueryUnescape(v) // want `decoded-twice`
	c.String(200, v)
}

func ginSetCookie(c *gin.Context, v string) {
	c.SetCookie("lang", url.QueryEscape(v), 3600, "/", "", false, true) // want `encoded-twice`
}

func rightGinCookie(c *gin.Context, v string) {
	c.SetCookie("lang", v, 3600, "/", "", false, true)
}

func rightGin(c *gin.Context) {
	c.String(200, c.Query("q"))
}

func rightGinHeader(c *gin.Context) {
	v, _ := url.QueryUnescape(c.GetHeader("X-Name"))
	c.String(200, v)
}

func echoQuery(c echo.Context) error {
	q, err := url.QueryUnescape(c.QueryParam("q")) // want `decoded-twice`
	if err != nil {
		return err
	}
	return c.String(200, q)
}

func echoForm(c echo.Context) error {
	q, _ := url.QueryUnescape(c.FormValue("q")) // want `decoded-twice`
	return c.String(200, q)
}

func rightEcho(c echo.Context) error {
	return c.String(200, c.QueryParam("q"))
}

func echoCookieRight(c echo.Context) error {
	ck, err := c.Cookie("x")
	if err != nil {
		return err
	}
	v, _ := url.QueryUnescape(ck.Value)
	return c.String(200, v)
}

func fiberSetup() *fiber.App {
	app := fiber.New()
	app.Get("/:name", rightFiberParam)
	return app
}

func rightFiberParam(c *fiber.Ctx) error {
	n, err := url.PathUnescape(c.Params("name"))
	if err != nil {
		return err
	}
	return c.SendString(n)
}

func fiberQuery(c *fiber.Ctx) error {
	n, _ := url.QueryUnescape(c.Query("name")) // want `decoded-twice`
	return c.SendString(n)
}

func fiberParamPlus(c *fiber.Ctx) error {
	n, _ := url.QueryUnescape(c.Params("name")) // want `wrong-decoder`
	return c.SendString(n)
}
