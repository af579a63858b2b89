import { Button } from '@mantine/core'
import { IconPlayerPlay, IconPlugConnected, IconUpload } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { atomWithQuery } from 'jotai-tanstack-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { omen } from '../../lib/api/omen.ts'
import { poll } from '../../lib/api/poll.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { Loaded } from '../panel/loaded.tsx'
import { PanelBoundary } from '../panel/panel-boundary.tsx'
import { BlockSkeleton } from '../skeletons/skeletons.tsx'
import styles from './doors.module.css'

const demoAtom = atomWithQuery(() => ({
  queryKey: queryKeys.detections.demo,
  queryFn: async () => (await omen.detections.list({ demo: true, pageSize: 1 })).items[0] ?? null,
  // On the first start the demo is trained in the background and appears when done.
  refetchInterval: poll((data: unknown) => (data === null ? 3_000 : false)),
}))

/** Three ways to start: a file, a source, the demo. */
export const Doors = () => {
  const { t } = useTranslation()
  return (
    <div className={styles.doors}>
      <Door icon={<IconUpload size={20} />} title={t('welcome.upload.title')} text={t('welcome.upload.text')}>
        <Button component={Link} to="/files">
          {t('welcome.upload.action')}
        </Button>
      </Door>
      <Door icon={<IconPlugConnected size={20} />} title={t('welcome.connect.title')} text={t('welcome.connect.text')}>
        <Button variant="default" component={Link} to="/projects/add/custom">
          {t('welcome.connect.action')}
        </Button>
      </Door>
      <Door icon={<IconPlayerPlay size={20} />} title={t('welcome.demo.title')} text={t('welcome.demo.text')}>
        <DemoAction />
      </Door>
    </div>
  )
}

const Door = ({
  icon,
  title,
  text,
  children,
}: {
  icon: ReactNode
  title: string
  text: string
  children: ReactNode
}) => (
  <section className={styles.door} aria-label={title}>
    <span className={styles.icon} aria-hidden>
      {icon}
    </span>
    <h2 className={styles.title}>{title}</h2>
    <p className={styles.text}>{text}</p>
    <div className={styles.action}>
      <PanelBoundary>{children}</PanelBoundary>
    </div>
  </section>
)

const DemoAction = () => {
  const { t } = useTranslation()
  const demo = useAtomValue(demoAtom)
  return (
    <Loaded query={demo} skeleton={<BlockSkeleton height={32} />}>
      {(detection) =>
        detection === null ? (
          <span className="small muted" role="status">
            {t('welcome.demo.missing')}
          </span>
        ) : (
          <Button variant="default" component={Link} to={`/detections/${detection.id}`}>
            {t('welcome.demo.action')}
          </Button>
        )
      }
    </Loaded>
  )
}
