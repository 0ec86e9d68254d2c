// Units and scripts copied from earlier releases call this file instead of bin/inquiries.js.
import './src/cli/main.ts';
