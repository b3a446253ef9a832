// Package fiber has the declarations of the framework that the cases use.
package fiber

type Config struct{ UnescapePath bool }

type App struct{}

func New(...Config) *App { return &App{} }

func (a *App) Get(string, func(*Ctx) error) {}

type Ctx struct{}

func (c *Ctx) Params(string, ...string) string { return "" }
func (c *Ctx) Query(string, ...string) string  { return "" }
func (c *Ctx) SendString(string) error         { return nil }
