import type { MarkedToken, Token, Tokens } from 'marked'
import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import { readMarkdown } from './bounded-lexer.ts'
import { headingLevels } from './heading-levels.ts'
import styles from './markdown.module.css'
import { decodeEntities, plainText, safeHref } from './markdown-text.ts'

interface MarkdownProps {
  text: string
  /** What an image with the scheme `omen:` shows; other images are links, so that nothing is fetched from elsewhere. */
  figure?: (src: string, alt: string) => ReactNode
  /** Level of its first heading. */
  topLevel?: number
}

/** Markdown as elements: HTML in it is text, and no address but those of pages and mail is a link. */
export const Markdown = ({ text, figure, topLevel = 3 }: MarkdownProps) => {
  const tokens = useMemo(() => readMarkdown(text), [text])
  const levels = useMemo(() => headingLevels(tokens, topLevel), [tokens, topLevel])
  return <div className={styles.text}>{draw(tokens, { figure, levels })}</div>
}

interface Drawing {
  figure: MarkdownProps['figure']
  levels: ReadonlyMap<Token, number>
}

const draw = (tokens: readonly Token[] | undefined, drawing: Drawing): ReactNode[] =>
  (tokens ?? []).map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text is drawn anew as a whole
    <Fragment key={index}>{drawOne(token as MarkedToken, drawing)}</Fragment>
  ))

const drawOne = (token: MarkedToken, drawing: Drawing): ReactNode => {
  const inner = () => draw('tokens' in token ? token.tokens : undefined, drawing)
  switch (token.type) {
    case 'heading':
      return createElement(`h${drawing.levels.get(token) ?? 6}`, null, inner())
    case 'paragraph':
      return <Paragraph token={token} drawing={drawing} />
    case 'blockquote':
      return <blockquote>{inner()}</blockquote>
    case 'list':
      return createElement(
        token.ordered ? 'ol' : 'ul',
        { ...(token.ordered && { start: token.start === '' ? 1 : token.start }) },
        token.items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index} data-task={item.task || undefined}>
            {draw(item.tokens, drawing)}
          </li>
        )),
      )
    case 'checkbox':
      return <span aria-hidden>{token.checked ? '☑ ' : '☐ '}</span>
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        <pre tabIndex={0}>
          <code>{token.text}</code>
        </pre>
      )
    case 'table':
      return <Table token={token} drawing={drawing} />
    case 'hr':
      return <hr />
    case 'strong':
      return <strong>{inner()}</strong>
    case 'em':
      return <em>{inner()}</em>
    case 'del':
      return <del>{inner()}</del>
    case 'codespan':
      return <code>{token.text}</code>
    case 'br':
      return <br />
    case 'link':
      return <Reference href={token.href}>{inner()}</Reference>
    case 'image':
      return token.href.startsWith('omen:') && drawing.figure !== undefined ? (
        drawing.figure(token.href, plainText(token.text))
      ) : (
        <Reference href={token.href}>{token.text === '' ? token.href : plainText(token.text)}</Reference>
      )
    case 'text':
      return 'tokens' in token && token.tokens !== undefined ? inner() : decodeEntities(token.text)
    case 'escape':
      return token.text
    case 'html':
      return token.raw
    default:
      return null
  }
}

/** One that holds a figure is no paragraph, which may hold no blocks. */
const Paragraph = ({ token, drawing }: { token: Tokens.Paragraph; drawing: Drawing }) => {
  const hasFigure = drawing.figure !== undefined && token.tokens.some(isFigure)
  const inner = draw(token.tokens, drawing)
  return hasFigure ? <div className={styles.figure}>{inner}</div> : <p>{inner}</p>
}

const isFigure = (token: Token) => token.type === 'image' && (token as Tokens.Image).href.startsWith('omen:')

const Table = ({ token, drawing }: { token: Tokens.Table; drawing: Drawing }) => {
  const cellsOf = (cells: readonly Tokens.TableCell[], as: 'th' | 'td') =>
    cells.map((cell, index) =>
      createElement(
        as,
        { key: index, ...(as === 'th' && { scope: 'col' }), style: { textAlign: cell.align ?? undefined } },
        draw(cell.tokens, drawing),
      ),
    )
  return (
    <div className={styles.table}>
      <table>
        <thead>
          <tr>{cellsOf(token.header, 'th')}</tr>
        </thead>
        <tbody>
          {token.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <tr key={index}>{cellsOf(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Reference = ({ href, children }: { href: string; children: ReactNode }) => {
  const safe = safeHref(href)
  return safe === null ? (
    children
  ) : (
    <a href={safe} {...(!safe.startsWith('/') && { target: '_blank', rel: 'noopener noreferrer' })}>
      {children}
    </a>
  )
}
