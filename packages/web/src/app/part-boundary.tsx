import { Component, type ReactNode } from 'react'
import { reportOutdated } from '../lib/deployment/deployment.ts'

/** Around a part that is loaded when it is opened: if it is gone from the server, the page stays as it is and offers a reload. */
export class PartBoundary extends Component<{ children: ReactNode }, { isGone: boolean }> {
  override state: { isGone: boolean } = { isGone: false }

  static getDerivedStateFromError(): { isGone: boolean } {
    return { isGone: true }
  }

  override componentDidCatch(): void {
    reportOutdated()
  }

  override render(): ReactNode {
    return this.state.isGone ? null : this.props.children
  }
}
