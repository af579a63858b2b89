import { Modal, type ModalProps } from '@mantine/core'
import { useFocusBack } from './use-focus-back.ts'

/** A modal dialog, open as long as it is mounted. */
export const Dialog = (props: Omit<ModalProps, 'opened'>) => {
  useFocusBack()
  return <Modal opened {...props} />
}
