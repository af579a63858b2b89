import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ProblemNotice } from '../problem-notice/problem-notice.tsx'

interface BoundaryProps {
  children: ReactNode
  onReset: () => void
  title: string
}

class Boundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error }
  }

  readonly retry = (): void => {
    this.props.onReset()
    this.setState({ error: null })
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children
    return <ProblemNotice error={this.state.error} title={this.props.title} onRetry={this.retry} />
  }
}

/** Error boundary of a part of the page: shows the error and a retry button. */
export const PanelBoundary = ({ children, title }: { children: ReactNode; title?: string }) => {
  const { t } = useTranslation()
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <Boundary onReset={reset} title={title ?? t('general.panelFailed')}>
          {children}
        </Boundary>
      )}
    </QueryErrorResetBoundary>
  )
}
