import { expect, it } from 'vitest'
import { html } from './html.ts'

it('escapes values, in texts as in attributes, and keeps templates', () => {
  const name = `<script>alert("x")</script>' onload='`
  const text = html`<p title="${name}">${name}${[html`<br>`, undefined, 3]}</p>`.text
  expect(text).toMatch(/^<p title="[^<>"']*">[^<>"']*<br>3<\/p>$/)
  expect(text).toContain('&#60;script&#62;')
})
