import { createApp } from "vue";
import App from "./App.vue";

export const loaded = mark();

createApp(App).mount("#app");
