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
import { userAtom } from '../../lib/session/session-atom.ts'
import { Command } from '../../ui/command/command.tsx'
import { PageHead } from '../../ui/page-head/page-head.tsx'
import { Loaded } from '../../ui/panel/loaded.tsx'
import { PanelBoundary } from '../../ui/panel/panel-boundary.tsx'
import { BlockSkeleton } from '../../ui/skeletons/skeletons.tsx'
import styles from './welcome-page.module.css'

const demoAtom = atomWithQuery(() => ({
  queryKey: queryKeys.detections.demo,
  queryFn: async () => (await omen.detections.list({ demo: true, pageSize: 1 })).items[0] ?? null,
  // On the first start the demo is trained in the background and appears when done.
  refetchInterval: poll((data: unknown) => (data === null ? 3_000 : false)),
}))

/** Three ways to start, each of less than five minutes. */
export const WelcomePage = () => {
  const { t } = useTranslation()
  const user = useAtomValue(userAtom)
  return (
    <>
      <PageHead
        title={t('welcome.title')}
        text={t('welcome.greeting', { name: user?.fullName ?? user?.userName ?? '' })}
      />
      <div className={styles.doors}>
        <Door icon={<IconUpload size={20} />} title={t('welcome.upload.title')} text={t('welcome.upload.text')}>
          <Button component={Link} to="/files">
            {t('welcome.upload.action')}
          </Button>
        </Door>
        <Door
          icon={<IconPlugConnected size={20} />}
          title={t('welcome.connect.title')}
          text={t('welcome.connect.text')}
        >
          <Button variant="default" component={Link} to="/projects/add/custom">
            {t('welcome.connect.action')}
          </Button>
        </Door>
        <Door icon={<IconPlayerPlay size={20} />} title={t('welcome.demo.title')} text={t('welcome.demo.text')}>
          <DemoAction />
        </Door>
      </div>
      <Commands />
    </>
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

const Commands = () => {
  const { t } = useTranslation()
  const lines = [
    [t('welcome.script.login'), 'omen login'],
    [t('welcome.script.train'), 'omen upload training day.csv --model checkout'],
    [t('welcome.script.detect'), "omen detect next-day.csv --model checkout --fail-on 'severity>=5'"],
  ] as const
  return (
    <section className={styles.commands} aria-label={t('welcome.script.title')}>
      <h2 className={styles.title}>{t('welcome.script.title')}</h2>
      <div className={styles.commandsHead}>
        <p className={styles.text}>{t('welcome.script.text')}</p>
        <Button variant="default" component={Link} to="/account/tokens">
          {t('welcome.script.action')}
        </Button>
      </div>
      <ol>
        {lines.map(([text, command]) => (
          <li key={command}>
            <span className="small muted">{text}</span>
            <Command text={command} />
          </li>
        ))}
      </ol>
    </section>
  )
}
