// The box of the home page: it opens the page with what is in it. The text is in the
// fragment of the address, which no browser sends; so the form needs JavaScript, and is
// hidden without it.

const form = document.querySelector("#paste"), text = document.querySelector("#text");

// The longest text, in UTF-16 code units, that every browser takes in an address once it
// is encoded.
const most = 100_000;

form.hidden = false;
form.addEventListener("submit", event => {
  event.preventDefault();
  document.querySelector("#long").hidden = text.value.length <= most;
  if (text.value.length <= most) location.href = `${form.action}#explain?${new URLSearchParams({ text: text.value })}`;
});
// As in a field of a single line; Shift and Enter make a line break.
text.addEventListener("keydown", event => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  form.requestSubmit();
});
