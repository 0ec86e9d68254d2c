import { firm } from './firm.ts';

const { name } = firm;

export const header = {
  skip: 'Skip to content',
  navigation: 'Main',
  menu: 'Menu',
};

export const footer = {
  label: 'Footer',
  navigation: 'Navigation',
  connect: 'Connect',
  inquiries: 'Partnership Inquiries',
  legal: 'Legal',
  rights: `${name}. All rights reserved.`,
};

export const loading = 'Loading';

export const routeError = {
  title: 'Unexpected Application Error!',
  action: 'Go to the home page',
  offline: {
    text: 'You seem to be offline, so this page could not be loaded. Please try again once you are connected.',
    action: 'Try again',
  },
};

export const appError = {
  title: 'Something went wrong',
  text: 'We apologize for the inconvenience. Please try refreshing the page.',
  action: 'Refresh Page',
};
