import { expect, test } from 'vitest'
import { codeInScript, escapeHtml, jsonInScript } from './escape.ts'

const EVIL = '</script><!--<script>"\'&\u2028'

test('JSON in a script cannot end it, and reads as what it was', () => {
  const text = jsonInScript({ [EVIL]: EVIL })
  expect(text).not.toMatch(/[<>\u2028]/)
  expect(JSON.parse(text)).toEqual({ [EVIL]: EVIL })
})

test('code in a script cannot end it, and means what it did', () => {
  const code = codeInScript('[`</script>`, "<!--", /<!--/u.test("<!--")]')
  expect(code).not.toMatch(/<\/script|<!--/)
  expect(new Function(`return ${code}`)()).toEqual(['</script>', '<!--', true])
})

test('text in HTML is text', () => {
  expect(escapeHtml('<b title="x">\'&')).toBe('&lt;b title=&quot;x&quot;&gt;&#39;&amp;')
})
