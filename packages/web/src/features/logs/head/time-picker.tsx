import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { parametersAtom } from '../../../lib/address/address-atom.ts'
import { type Range, rangeCodec } from '../../../lib/address/url-codecs.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { TimeMenu } from '../../../ui/time-menu/time-menu.tsx'
import { LOG_SPANS, spanAtom, windowAtom } from '../state/log-atoms.ts'

interface TimePickerProps {
  /** All of the time at hand. */
  shown: Range
  /** A file has an end: no time of it moves on with the clock. */
  isFile: boolean
}

const RESTART = { range: null, page: null, template: null }

/** The time at hand. */
export const TimePicker = ({ shown, isFile }: TimePickerProps) => {
  const { t } = useTranslation()
  const format = useFormat()
  const span = useAtomValue(spanAtom)
  const fixed = useAtomValue(windowAtom)
  const setParameters = useSetAtom(parametersAtom)
  const choices = isFile
    ? [{ label: t('logs.time.whole'), isOn: fixed === null, set: { window: null } }]
    : LOG_SPANS.map((name) => ({
        label: t(`projects.data.spans.${name}`),
        isOn: fixed === null && name === span,
        set: { span: name === '7d' ? null : name, window: null },
      }))
  const current = isFile ? t('logs.time.whole') : t(`projects.data.spans.${span}`)
  return (
    <TimeMenu
      label={fixed === null ? current : format.range(fixed.from, fixed.to)}
      choices={choices.map(({ set, ...choice }) => ({
        ...choice,
        onChoose: () => setParameters({ ...set, ...RESTART }),
      }))}
      shown={shown}
      onRange={(window) => setParameters({ window: rangeCodec.format(window), ...RESTART })}
    />
  )
}
