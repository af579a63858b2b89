import { Modal, type ModalProps } from '@mantine/core'
import { dragByHeader } from './drag-header.ts'
import { useFocusBack } from './use-focus-back.ts'

/** A modal dialog, open as long as it is mounted, which can be dragged by its header. Clicks in it are not passed on to what opened it, say a row of a table. */
export const Dialog = (props: Omit<ModalProps, 'opened'>) => {
  useFocusBack()
  return <Modal opened onClick={(event) => event.stopPropagation()} onPointerDown={dragByHeader} {...props} />
}
