import { Component, type ReactNode } from 'react';
import { appError } from '../../content/layout.ts';
import { ErrorScreen } from './error-screen.tsx';

/** Catches errors outside the router, which has its own error screen. */
export class AppErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <AppErrorScreen /> : this.props.children;
  }
}

function AppErrorScreen() {
  return (
    <ErrorScreen title={appError.title} text={appError.text}>
      <button type="button" className="button" onClick={() => location.reload()}>
        {appError.action}
      </button>
    </ErrorScreen>
  );
}
