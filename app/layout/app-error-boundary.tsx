import { Component, type ReactNode } from 'react';
import { AppErrorScreen } from './error-screen.tsx';

/** Catches what fails outside the router, whose routes have an error screen of their own. */
export class AppErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <AppErrorScreen /> : this.props.children;
  }
}
