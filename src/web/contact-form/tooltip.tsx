import * as RadixTooltip from '@radix-ui/react-tooltip';
import type { ReactElement } from 'react';

interface TooltipProps {
  text: string;
  open?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  children: ReactElement;
}

/** A tooltip on a button: on hover after a delay, on keyboard focus at once. */
export function Tooltip({ text, children, ...state }: TooltipProps) {
  return (
    <RadixTooltip.Root {...state}>
      <RadixTooltip.Trigger asChild onFocus={ignoreScrollIntoView}>
        {children}
      </RadixTooltip.Trigger>
      {/* Without a portal, to stay inside the page's landmark. */}
      <RadixTooltip.Content className="tooltip" sideOffset={6} collisionPadding={16}>
        {text}
        <RadixTooltip.Arrow className="tooltip-arrow" width={12} height={6} />
      </RadixTooltip.Content>
    </RadixTooltip.Root>
  );
}

/** Radix closes a tooltip on scroll: hides the browser's scroll to the focused button from it. */
function ignoreScrollIntoView() {
  const ignore = (event: Event) => event.stopImmediatePropagation();
  addEventListener('scroll', ignore, true);
  requestAnimationFrame(() => removeEventListener('scroll', ignore, true));
}

/** Specification, part 9. */
export const tooltipDelays = { delayDuration: 700, skipDelayDuration: 300 };
