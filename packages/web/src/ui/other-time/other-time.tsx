import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Range } from '../../lib/address/url-codecs.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { fromZonedInput, toZonedInput } from '../../lib/time/zoned-input.ts'
import styles from './other-time.module.css'

interface OtherTimeProps {
  /** What it begins with. */
  shown: Range
  onShow: (range: Range) => void
}

/** Any time, typed by the clocks of the reader's zone: the end of the menus that choose one. */
export const OtherTime = ({ shown, onShow }: OtherTimeProps) => {
  const { t } = useTranslation()
  const { timeZone } = useFormat()
  const [from, setFrom] = useState(() => toZonedInput(shown.from, timeZone))
  const [to, setTo] = useState(() => toZonedInput(shown.to, timeZone))
  const [start, end] = [fromZonedInput(from, timeZone), fromZonedInput(to, timeZone)]
  const isRange = start !== null && end !== null && start < end
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isRange) onShow({ from: start, to: end })
      }}
    >
      <TextInput
        type="datetime-local"
        label={t('general.time.from')}
        value={from}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextInput
        type="datetime-local"
        label={t('general.time.to')}
        value={to}
        error={!isRange && start !== null && end !== null && t('general.time.order')}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={!isRange}>
        {t('general.time.show')}
      </Button>
    </form>
  )
}
