import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Drawn } from './markdown.tsx'

const drawn = (text: string) => renderToStaticMarkup(<Drawn>{text}</Drawn>)

test('renders markdown: emphasis, lists, and links that open in a new tab', { meta: { shows: ['issue 3.8'] } }, () => {
  const html = drawn('**Bold** and _soft_\n\n- one\n- two\n\n[site](https://x.example/a)')
  expect(html).toContain('<strong>Bold</strong>')
  expect(html).toMatch(/<ul[^>]*>\s*<li>one<\/li>\s*<li>two<\/li>\s*<\/ul>/)
  expect(html).toMatch(/<a href="https:\/\/x\.example\/a" rel="noopener noreferrer nofollow" target="_blank"/)
})

test('shows stored HTML as text: it never becomes an element of the page', { meta: { shows: ['issue 3.8'] } }, () => {
  const attacks = [
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '<svg onload=alert(1)></svg>',
    'a <b onclick="alert(1)">b</b> c',
    '<iframe src="https://evil.example"></iframe>',
    '<a href="javascript:alert(1)">x</a>',
  ]
  for (const attack of attacks) {
    const html = drawn(attack)
    expect(html, attack).not.toMatch(/<(img|script|svg|b|iframe|a)\b/i)
    expect(html, attack).toContain('&lt;')
  }
})

test('shows a javascript: link as plain text and never fetches an image', { meta: { shows: ['issue 3.8'] } }, () => {
  for (const href of [
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example',
  ]) {
    const html = drawn(`[press](${href})`)
    expect(html, href).not.toContain('<a')
    expect(html, href).not.toMatch(/javascript:|data:|vbscript:|evil/i)
    expect(html, href).toContain('press')
  }
  const html = drawn('![a cat](https://evil.example/track.png)\n\n![x][ref]\n\n[ref]: https://evil.example/y.png')
  expect(html).not.toContain('<img')
  expect(html).not.toContain('evil.example')
  expect(html).toContain('[picture: a cat]')
})

test('headings in an answer don’t become headings of the page', { meta: { shows: ['issue 3.8'] } }, () => {
  expect(drawn('# Big\n\n###### Small')).not.toMatch(/<h\d/)
})
