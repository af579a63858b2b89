import type { PostMortemTemplate } from '../../../schema/wire-types.ts'
import type { Locale } from '../../errors.ts'

const ENGLISH = `# {{title}}

{{summary}}

## What happened

{{chart}}

{{timeline}}

## Why

{{causes}}

{{changes}}

## Effect

Who noticed it, for how long, and what could not be done meanwhile.

## What helped

{{history}}

## Log lines

{{logs}}

## Earlier ones like it

{{similar}}

## What we learned

- What went well:
- What went badly:
- Where we were lucky:
`

const CHINESE = `# {{title}}

{{summary}}

## 发生了什么

{{chart}}

{{timeline}}

## 原因

{{causes}}

{{changes}}

## 影响

谁受到影响、持续多久、期间哪些功能不可用。

## 处理过程

{{history}}

## 日志

{{logs}}

## 类似事件

{{similar}}

## 经验总结

- 做得好的地方：
- 需要改进的地方：
- 侥幸之处：
`

/** What every text begins with unless another template is chosen. */
export function builtInTemplate(locale: Locale): PostMortemTemplate {
  const name = locale === 'en' ? 'Post-mortem' : '复盘'
  const text = locale === 'en' ? ENGLISH : CHINESE
  return { id: 'built-in', name, text, owner: null, mine: false, isBuiltIn: true }
}
