/** Returns the page that a browser shows after it submitted a form without a redirect URL. */
export const THANK_YOU_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Thank you</title>
<link rel="icon" href="/favicon.ico">
<style>
  body { font: 1.1rem/1.5 system-ui, sans-serif; display: grid; place-content: center; min-height: 90vh; margin: 1rem; text-align: center }
</style>
<h1>Thank you</h1>
<p>We’ve received your message.</p>
</html>
`
