import { Tabs, type TabsListProps } from '@mantine/core'
import { useEffect, useRef } from 'react'

/** Tabs in a row; where they scroll sideways, the selected one is in view at first. */
export const TabList = (props: TabsListProps) => {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const row = list.current
    const selected = row?.querySelector('[aria-selected="true"]')
    if (row === null || !selected) return
    row.scrollLeft += Math.max(0, selected.getBoundingClientRect().right - row.getBoundingClientRect().right)
  }, [])
  return <Tabs.List ref={list} {...props} />
}
