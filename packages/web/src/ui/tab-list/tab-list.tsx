import { Tabs, type TabsListProps } from '@mantine/core'
import { useEffect, useRef } from 'react'

/** Tabs in a row; where it is too narrow for all of them, the selected one is brought into view. */
export const TabList = (props: TabsListProps) => {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const row = list.current
    if (row === null) return undefined
    const observer = new ResizeObserver(() => {
      const selected = row.querySelector('[aria-selected="true"]')
      const beyond = (selected?.getBoundingClientRect().right ?? 0) - row.getBoundingClientRect().right
      row.scrollLeft += Math.max(0, beyond)
    })
    observer.observe(row)
    return () => observer.disconnect()
  }, [])
  return <Tabs.List ref={list} {...props} />
}
