import { mount } from "svelte";
import App from "./App.svelte";

export const loaded = mark();

mount(App, { target: document.getElementById("app")! });
