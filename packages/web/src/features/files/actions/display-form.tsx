import { Button } from '@mantine/core'
import type { Model } from '@omen/sdk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import styles from './actions.module.css'
import { ModelSelect } from './model-select.tsx'

/** Opens the page of what a model learned. */
export const DisplayForm = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [model, setModel] = useState<Model | null>(null)
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (model !== null) void navigate(`/models/${model.id}`)
      }}
    >
      <div className={styles.fields}>
        <ModelSelect value={model} onChange={setModel} />
      </div>
      <div>
        <Button type="submit" disabled={model === null}>
          {t('files.form.display')}
        </Button>
      </div>
    </form>
  )
}
