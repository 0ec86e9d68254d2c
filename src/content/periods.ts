/** Hours in which an inquiry is reviewed, and a qualified one receives a response. */
export const promisedHours = { review: 24, response: 48 };
