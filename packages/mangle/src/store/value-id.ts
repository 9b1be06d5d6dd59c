export { fitsSmall, intOf, isSmall, noValue, smallBias, smallOf } from '../value/value-id.js';
