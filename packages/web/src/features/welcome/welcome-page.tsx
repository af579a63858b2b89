import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { userAtom } from '../../lib/session/session-atom.ts'
import { Command } from '../../ui/command/command.tsx'
import { Doors } from '../../ui/doors/doors.tsx'
import { PageHead } from '../../ui/page-head/page-head.tsx'
import styles from './welcome-page.module.css'

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
      <Doors />
      <Commands />
    </>
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
