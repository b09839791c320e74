export { type ItemsFound, itemsIn, type Kinds, kindsOf, type ListingDocument } from './listed.js';
