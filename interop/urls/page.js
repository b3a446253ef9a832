// Runs in the browser: sends the server what new URL() makes of every input.
async function main() {
  const inputs = await (await fetch('/inputs')).json();
  const answers = inputs.map(([input, base]) => {
    let url;
    try {
      url = base === null ? new URL(input) : new URL(input, base);
    } catch (e) {
      return e instanceof TypeError ? null : [String(e), ''];
    }
    return [url.href, url.origin];
  });
  await fetch('/answers', { method: 'POST', body: JSON.stringify(answers) });
}

main().catch((e) => fetch('/failed', { method: 'POST', body: String(e) }));
