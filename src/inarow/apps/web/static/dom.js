// Elements of the page: those it has, and new ones.

export const $ = (id) => document.getElementById(id);

export function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
