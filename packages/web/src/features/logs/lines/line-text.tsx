import { useMemo } from 'react'
import { lineSegments, type Span } from './line-segments.ts'
import styles from './lines.module.css'

interface LineTextProps {
  line: string
  matches?: readonly (readonly number[])[] | undefined
  variables?: readonly Span[] | undefined
  limit?: number
}

/** A line as text, whatever it holds: what was found marked, what cannot be seen named. */
export const LineText = ({ line, matches, variables, limit }: LineTextProps) => {
  const segments = useMemo(
    () => lineSegments(line, { matches: matches as readonly Span[] | undefined, variables }, limit),
    [line, matches, variables, limit],
  )
  return segments.map(({ text, kind }, index) => {
    const key = `${index} ${kind}`
    if (kind === 'text') return text
    if (kind === 'match') return <mark key={key}>{text}</mark>
    return (
      <span key={key} className={styles[kind]}>
        {text}
      </span>
    )
  })
}
