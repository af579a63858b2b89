import type { Job } from '@omen/sdk'
import type { TFunction } from 'i18next'

const STEPS = ['reading', 'searching', 'scoring', 'copying'] as const

/** What a running job is doing; of a training the type of the model, which is a name. */
export const jobStep = ({ progress: { note } }: Pick<Job, 'progress'>, t: TFunction): string | undefined => {
  const step = STEPS.find((one) => one === note)
  return step === undefined ? note : t(`files.jobs.steps.${step}`)
}
