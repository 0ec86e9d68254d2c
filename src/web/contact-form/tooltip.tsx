import * as Tooltip from '@radix-ui/react-tooltip';
import type { ReactElement } from 'react';

interface TipProps {
  text: string;
  open?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** The button that the tooltip belongs to. */
  children: ReactElement;
}

/** A tooltip on a button, by hover after the specified delay and at once by keyboard focus. */
export function Tip({ text, children, ...state }: TipProps) {
  return (
    <Tooltip.Root {...state}>
      <Tooltip.Trigger asChild onFocus={ignoreScrollIntoView}>
        {children}
      </Tooltip.Trigger>
      {/* Without a portal, so that it is in the page's landmark. */}
      <Tooltip.Content className="tip" sideOffset={6} collisionPadding={16}>
        {text}
        <Tooltip.Arrow className="tip-arrow" width={12} height={6} />
      </Tooltip.Content>
    </Tooltip.Root>
  );
}

/** Radix closes a tooltip on scroll; the browser's scroll to the focused button is not meant. */
function ignoreScrollIntoView() {
  const ignore = (event: Event) => event.stopImmediatePropagation();
  addEventListener('scroll', ignore, true);
  requestAnimationFrame(() => removeEventListener('scroll', ignore, true));
}

/** Specification, part 9. */
export const tipDelays = { delayDuration: 700, skipDelayDuration: 300 };
