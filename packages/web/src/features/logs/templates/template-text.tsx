import type { AnalysedTemplate, LogVariable } from '@omen/sdk'
import { Fragment } from 'react'
import { LineText } from '../lines/line-text.tsx'
import { PLACE } from '../lines/template-places.ts'
import styles from './template.module.css'
import { useVariableName } from './use-variable-name.ts'

/** A template with what differs from line to line as named chips. */
export const TemplateText = ({ template }: { template: Pick<AnalysedTemplate, 'text' | 'variables'> }) => (
  <bdi dir="ltr">
    {template.text.split(PLACE).map((piece, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other name
      <Fragment key={index}>
        {index > 0 && <Chip variable={template.variables[index - 1]} />}
        <LineText line={piece} />
      </Fragment>
    ))}
  </bdi>
)

const Chip = ({ variable }: { variable: LogVariable | undefined }) => {
  const nameOf = useVariableName()
  return (
    <span className={styles.variable} title={variable?.example}>
      {variable === undefined ? '…' : nameOf(variable)}
    </span>
  )
}
