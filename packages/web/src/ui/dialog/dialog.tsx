import { Modal, type ModalProps } from '@mantine/core'
import type { PointerEvent } from 'react'
import { DRAG_HEADER } from '../theme/tokens.ts'
import { useFocusBack } from './use-focus-back.ts'

/** A modal dialog, open as long as it is mounted, which can be dragged by its header. Clicks in it are not passed on to what opened it, say a row of a table. */
export const Dialog = (props: Omit<ModalProps, 'opened'>) => {
  useFocusBack()
  return <Modal opened onClick={(event) => event.stopPropagation()} onPointerDown={dragByHeader} {...props} />
}

/** What is pressed instead of dragged. */
const PRESSED = 'button, a, input, textarea, select, [role=button], [contenteditable=true]'

/** Moves a dialog that is grabbed in the 50 px at its top; it stays within the window. */
const dragByHeader = (event: PointerEvent<HTMLElement>): void => {
  const target = event.target as HTMLElement
  const dialog = target.closest<HTMLElement>('[role=dialog]')
  if (event.button !== 0 || event.pointerType === 'touch' || dialog === null || target.closest(PRESSED)) return
  const box = dialog.getBoundingClientRect()
  if (event.clientY - box.top > DRAG_HEADER) return
  const [x = 0, y = 0] = dialog.style.translate.split(' ').map((text) => Number.parseFloat(text) || 0)
  const within = (moved: number, near: number, far: number) => Math.min(Math.max(moved, near), Math.max(near, far))
  const onMove = (move: globalThis.PointerEvent): void => {
    const left = within(move.clientX - event.clientX, -box.left, window.innerWidth - box.right)
    const top = within(move.clientY - event.clientY, -box.top, window.innerHeight - DRAG_HEADER - box.top)
    dialog.style.translate = `${x + left}px ${y + top}px`
  }
  const onEnd = (): void => {
    window.removeEventListener('pointermove', onMove)
    window.removeEventListener('pointerup', onEnd)
    window.removeEventListener('pointercancel', onEnd)
  }
  window.addEventListener('pointermove', onMove)
  window.addEventListener('pointerup', onEnd)
  window.addEventListener('pointercancel', onEnd)
  event.preventDefault()
}
