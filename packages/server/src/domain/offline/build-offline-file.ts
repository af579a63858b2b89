import { createHash } from 'node:crypto'
import type { Context } from '../context.ts'
import { toLanesPicture } from '../detections/index.ts'
import { compactValues } from './compact-values.ts'
import { codeInScript, escapeHtml, jsonInScript } from './escape.ts'
import type { OfflineContent } from './offline-content.ts'
import { readPageParts } from './page-parts.ts'
import { staticPage } from './static-page.ts'

/**
 * One HTML file with everything in it: a browser may request nothing for it, and runs no script but its own. What it shows first needs
 * no script at all.
 */
export async function buildOfflineFile(ctx: Pick<Context, 'compute'>, content: OfflineContent): Promise<string> {
  const { locale, name, detections, values, madeAt, description, facts, incident } = content
  const { script, style } = await readPageParts()
  const picture = toLanesPicture(detections[locale], { width: 1100, height: 320, theme: 'light', locale })
  const lanes = await ctx.compute.draw(picture)
  const code = codeInScript(script)
  const data = jsonInScript({
    ...{ name, description, facts, detections, madeAt, locale, values: compactValues(values) },
    ...(incident !== undefined && { incident: { details: incident.details, figures: incident.figures } }),
  })
  return [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policyFor(code)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">',
    `<title>${escapeHtml(name)} · Omen</title>`,
    `<style>${style.replace(/<\/(style)/gi, '<\\/$1')}${staticStyle}</style></head><body>`,
    `<div id="root">${staticPage(content, lanes)}</div>`,
    `<script type="application/json" id="data">${data}</script>`,
    `<script type="module">${code}</script></body></html>`,
  ].join('')
}

/** Styles stand inline wherever charts are drawn; they can load nothing. */
function policyFor(code: string): string {
  const hash = createHash('sha256').update(code).digest('base64')
  return `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:; base-uri 'none'; form-action 'none'`
}

const staticStyle = [
  '#static{max-width:1100px;margin:24px auto;padding:0 16px;font:14px/20px system-ui,sans-serif}',
  '#static svg{max-width:100%;height:auto}#static table{border-collapse:collapse;width:100%}',
  '#static td,#static th{padding:4px 8px;text-align:left;vertical-align:top}#static dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 16px}#static dd{margin:0}#static figure{margin:12px 0}#static pre{white-space:pre-wrap;overflow-wrap:anywhere}',
].join('')
