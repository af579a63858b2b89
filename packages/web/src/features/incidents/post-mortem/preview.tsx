import { Button } from '@mantine/core'
import type { IncidentDetail } from '@omen/sdk'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RowsSkeleton } from '../../../ui/skeletons/skeletons.tsx'
import { Figure } from './figure.tsx'
import styles from './post-mortem.module.css'

const Markdown = lazy(async () => ({ default: (await import('../../../ui/markdown/markdown.tsx')).Markdown }))

interface PreviewProps {
  detail: IncidentDetail
  text: string
  /** Only its beginning, until more is asked for: nobody has written it. */
  isFolded?: boolean
}

/** The text as it is read, with its charts. */
export const Preview = ({ detail, text, isFolded = false }: PreviewProps) => {
  const { t } = useTranslation()
  const [isWhole, setWhole] = useState(!isFolded)
  return (
    <>
      <div className={styles.preview} data-part="preview" data-folded={!isWhole || undefined}>
        <Suspense fallback={<RowsSkeleton rows={4} />}>
          <Markdown text={text} figure={(src, alt) => <Figure detail={detail} src={src} alt={alt} />} />
        </Suspense>
      </div>
      {!isWhole && (
        <div>
          <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
            {t('incidents.postMortem.whole')}
          </Button>
        </div>
      )}
    </>
  )
}
