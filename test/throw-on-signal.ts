/** Preloaded into a server, throws what a bug could throw, where nobody catches it. */
process.on('SIGUSR2', () => {
  setTimeout(() => {
    throw Object.assign(new TypeError('Ada Lovelace <ada@analytical.example>'), { code: 'ABUG' });
  });
});
process.on('SIGWINCH', () => void Promise.reject(new Error('Ada Lovelace')));
