import { describe, expect, it } from 'vitest'
import { entryScripts, staticImports } from './first-load.ts'

describe('staticImports', () => {
  it('finds the imports of minified code and leaves out those that are loaded later', () => {
    const code =
      'import{a as b}from"./vendor-1.js";import"./side-2.js";import c,{d}from"../e-3.js";export*from"./f-4.js";' +
      'export{g}from"./h-5.js";const later=()=>import("./later.js");const text="./no.js";'
    expect(staticImports(code)).toEqual(['./vendor-1.js', './side-2.js', '../e-3.js', './f-4.js', './h-5.js'])
  })
})

describe('entryScripts', () => {
  it('names scripts and preloaded modules, not styles', () => {
    const html =
      '<script type="module" crossorigin src="/assets/a.js"></script>' +
      '<link rel="modulepreload" crossorigin href="/assets/b.js"><link rel="stylesheet" href="/assets/c.css">'
    expect(entryScripts(html).map((path) => path.split('/').at(-1))).toEqual(['a.js', 'b.js'])
  })
})
